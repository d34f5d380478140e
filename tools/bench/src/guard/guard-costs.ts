import 'reflect-metadata';
import { startTokenIssuer } from '@governance/testing';
import { writeFileSync } from 'node:fs';
import { alternate, type Contender } from '../measure/alternate';
import { BenchLog } from '../bench-log';
import { createGuard } from './guard-under-test';
import { selectByKey, stockStrategy, verifyOnly } from './references';
import { requestWith } from './request';

/** What is written to `RESULT_FILE`: CPU of one call in every round, in microseconds, by the name of the contender. */
export type GuardCosts = Readonly<Record<string, readonly number[]>>;

const { DATABASE_URL = '', DATABASE_OWNER_URL = '', KEYRING_FILE = '' } = process.env;
const { RESULT_FILE = '', ROUNDS = '', MACHINE = '' } = process.env;
const organization = 'org_bench';
const claims = { org_id: organization, permissions: ['m2m:credentials:read'] };
/** The algorithm of our identity provider. */
const alg = 'ES256';

type Call = (call: number) => unknown;

/** Measures one call by the CPU of many; what is made ready before a slice is not counted. */
function contender(
  name: string,
  calls: number,
  prepare: (calls: number) => Promise<Call> | Call,
): Contender<number> {
  const slice = async (): Promise<number> => {
    const call = await prepare(calls);
    const before = process.cpuUsage();
    for (let number = 0; number < calls; number++) await call(number);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  };
  return {
    name,
    slice,
    warmUp: async () => {
      for (let round = 0; round < 3; round++) await slice();
    },
  };
}

async function main(): Promise<void> {
  const issuer = await startTokenIssuer();
  const guard = await createGuard({ issuer, databaseUrl: DATABASE_URL, keyringFile: KEYRING_FILE });
  const stock = stockStrategy(issuer);
  const select = selectByKey(DATABASE_OWNER_URL, [MACHINE, organization]);
  let tokens = 0;
  const fresh = (count: number): string[] =>
    Array.from({ length: count }, () => issuer.mint({ alg, claims: { ...claims, jti: `new-${++tokens}` } }));
  const known = issuer.mint({ alg, claims });
  const machine = issuer.mintForMachine(MACHINE, { alg, claims });
  const verify = (): Contender<number> => {
    const check = verifyOnly(issuer, alg);
    return contender('verify', 400, (calls) => eachOf(fresh(calls), check));
  };
  const contenders: readonly Contender<number>[] = [
    contender('nothing', 20_000, () => () => guard.nothing(requestWith(known))),
    contender('known', 20_000, () => () => guard.admit(requestWith(known))),
    contender('stock', 1_000, () => () => stock(requestWith(known))),
    verify(),
    contender('first seen', 400, (calls) => eachOf(fresh(calls), (token) => guard.admit(requestWith(token)))),
    { ...verify(), name: 'verify again' },
    contender('select', 1_500, () => select),
    contender('machine', 1_500, () => () => guard.admit(requestWith(machine))),
    contender('select again', 1_500, () => select),
  ];
  const log = new BenchLog(process.stderr);
  const measured = await alternate(contenders, { rounds: Number(ROUNDS), log });
  writeFileSync(RESULT_FILE, JSON.stringify(Object.fromEntries(measured)));
}

function eachOf(tokens: readonly string[], work: (token: string) => unknown): Call {
  return (call) => work(tokens[call] ?? '');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
