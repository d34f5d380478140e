import { HttpContender } from '../load/http-contender';
import { tokenRequest } from '../load/token-request';
import { compare, figures } from '../measure/alternate';
import { pairedRatios } from '../measure/spread';
import { databaseCpu, freshDatabase } from '../processes/databases';
import { startFloor } from '../processes/floor';
import { Identity } from '../processes/identity';
import { type PinnedProgram } from '../processes/pinned-program';
import { platformBaseUrl } from '../processes/product';
import { type BenchRow } from '../row';

export const token: BenchRow = {
  number: 12,
  name: 'token',
  work: 'a token by client credentials, ES256',
  goals: [{ name: 'cpu', against: 'bare oidc-provider: CPU', bound: 'at most', value: 1.25, unit: '' }],
  async measure(bench) {
    const identity = await Identity.start(bench, await freshDatabase(bench, 'token'));
    const client = await identity.machine();
    const known = { API_URL: platformBaseUrl, CLIENT_ID: client.clientId, CLIENT_SECRET: client.secret };
    const contender = (name: string, program: PinnedProgram): HttpContender =>
      new HttpContender({
        ...bench.form,
        ...{ name, programs: [program], expectedStatus: 200, expectedText: '"access_token":"ey' },
        request: tokenRequest(client),
        databaseCpu: () => databaseCpu(bench),
      });
    const contenders = [
      contender('bare oidc-provider', await startFloor(bench, 'token', known)),
      contender('product', identity.program),
      contender('bare oidc-provider again', await startFloor(bench, 'token', known)),
    ] as const;
    const [bare, ours, again] = contenders;
    const measured = await compare(contenders, {
      ...{ rounds: bench.form.rounds, log: bench.log },
      control: { reference: bare.name, double: again.name },
      figure: ({ cpu }) => cpu,
    });
    const cpu = ({ name }: HttpContender): readonly number[] => figures(measured, name, (slice) => slice.cpu);
    return {
      figures: { cpu: pairedRatios(cpu(ours), cpu(bare)) },
      control: pairedRatios(cpu(again), cpu(bare)),
    };
  },
};
