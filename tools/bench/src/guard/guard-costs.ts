import 'reflect-metadata';
import { startTokenIssuer, withSetting } from '@governance/testing';
import { type Contender, doubleOf, holdContest, type Slice } from '../measure/contest';
import { contextOf, createGuard, requestWith } from './guard-under-test';
import { selectByKey, stockStrategy, verifyOnly } from './references';

/** Compares functions by the CPU of a call, in this process, and writes the slices of the contest to stdout. */
const { DATABASE_URL = '', DATABASE_OWNER_URL = '', KEYRING_FILE = '' } = process.env;
const { ROUNDS = '', CLIENT_ID = '', ORGANIZATION = '' } = process.env;
/** The algorithm of our identity provider. */
const alg = 'ES256';

type Call = (call: number) => unknown;

/** A slice is a number of calls. `prepare` is not counted. */
function functionContender(name: string, calls: number, prepare: (calls: number) => Call): Contender {
  const slice = async (): Promise<Slice> => {
    const call = prepare(calls);
    const before = process.cpuUsage();
    for (let number = 0; number < calls; number++) await call(number);
    const { user, system } = process.cpuUsage(before);
    return { cpu: (user + system) / calls };
  };
  const warmUp = async (): Promise<void> => {
    for (let round = 0; round < 3; round++) await slice();
  };
  return { name, slice, warmUp };
}

async function main(): Promise<void> {
  const issuer = await startTokenIssuer();
  const admit = await createGuard(issuer, { databaseUrl: DATABASE_URL, keyringFile: KEYRING_FILE });
  const stock = stockStrategy(issuer);
  const scope = { name: 'governance.system_scope', value: 'guard' };
  const select = await selectByKey(withSetting(DATABASE_OWNER_URL, scope), [CLIENT_ID, ORGANIZATION]);
  const claims = { org_id: ORGANIZATION, permissions: ['m2m:credentials:read'] };
  const known = issuer.mint({ alg, claims });
  const machine = issuer.mintForMachine(CLIENT_ID, { alg, claims });
  let tokens = 0;
  const onFreshTokens = (name: string, work: (token: string) => unknown): Contender =>
    functionContender(name, 400, (calls) => {
      const mint = (): string => issuer.mint({ alg, claims: { ...claims, jti: `new-${++tokens}` } });
      const fresh = Array.from({ length: calls }, mint);
      return (call) => work(fresh[call] ?? '');
    });
  const verify = verifyOnly(issuer, alg);
  const contenders = [
    onFreshTokens('crypto.verify', verify),
    onFreshTokens('first-seen token', (token) => admit(requestWith(token))),
    functionContender('nothing', 20_000, () => () => Promise.resolve(contextOf(requestWith(known)))),
    functionContender('known token', 20_000, () => () => admit(requestWith(known))),
    functionContender('stock', 1_000, () => () => stock(requestWith(known))),
    functionContender('SELECT', 1_500, () => select),
    functionContender('machine', 1_500, () => () => admit(requestWith(machine))),
    onFreshTokens(doubleOf('crypto.verify'), verify),
  ];
  const { slices } = await holdContest(contenders, { rounds: Number(ROUNDS), figure: 'cpu' });
  console.log(JSON.stringify(slices));
}

void main().then(() => process.exit());
