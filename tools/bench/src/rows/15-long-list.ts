import { callHttp, startTokenIssuer } from '@governance/testing';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Bench } from '../bench';
import { percentile } from '../measure/spread';
import { freshDatabase } from '../processes/databases';
import { addCredentials, organization } from '../processes/organization';
import { platformBaseUrl, Product } from '../processes/product';
import { type BenchRow } from '../row';

const credentials = 10_000;
const plant = join(process.cwd(), 'tools/bench/src/plant/event-loop-blocks.cjs');

export const longList: BenchRow = {
  number: 15,
  name: 'long-list',
  work: 'list 10,000 credentials of one organization',
  goals: [
    { name: 'block', against: 'longest block of the event loop', bound: 'at most', value: 15, unit: 'ms' },
  ],
  async measure(bench) {
    const databaseUrl = await freshDatabase(bench, 'long_list');
    await addCredentials(databaseUrl, credentials);
    const issuer = await startTokenIssuer({ audience: platformBaseUrl });
    bench.defer(() => issuer.close());
    const file = join(bench.parts.folder, 'longest-block');
    const watched = new Bench({ ...bench.parts, nodeArguments: ['--require', plant] });
    bench.defer(() => watched.end());
    const settings = { OIDC_ISSUER: issuer.issuer, BLOCKS_FILE: file };
    const program = await Product.on(watched, databaseUrl, settings).start('platform-api/main');
    const claims = { org_id: organization, permissions: ['m2m:credentials:read'] };
    const headers = { authorization: `Bearer ${issuer.mint({ claims })}` };
    const list = async (): Promise<void> => {
      const { status, body } = await callHttp(`${program.origin}/iam/m2m-credentials`, { headers });
      const listed = (body.credentials as readonly unknown[] | undefined)?.length;
      if (status !== 200 || listed !== credentials) {
        throw new Error(`${status}: ${listed ?? 'no'} credentials of ${credentials}`);
      }
    };
    for (let warmUp = 0; warmUp < 5; warmUp++) await list();
    const blocks: number[] = [];
    for (let round = 0; round < bench.form.rounds; round++) {
      rmSync(file, { force: true });
      program.signal('SIGUSR2');
      await delay(20);
      await list();
      program.signal('SIGUSR2');
      while (!existsSync(file)) await delay(5);
      blocks.push(Number(readFileSync(file, 'utf8')));
    }
    return {
      figures: { block: blocks },
      notes: [`The longest of all ${blocks.length} lists blocked ${percentile(blocks, 1).toFixed(1)} ms.`],
    };
  },
};
