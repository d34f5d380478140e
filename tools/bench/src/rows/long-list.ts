import { startTokenIssuer, until } from '@governance/testing';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench } from '../bench';
import { callApi } from '../load/requests';
import { addCredentials, freshDatabase, organization } from '../processes/databases';
import { nodeOptions, platformBaseUrl, startProduct } from '../processes/product';
import { type Findings } from './row';

/** The default quota (`CREDENTIALS_PER_ORGANIZATION`). */
const credentials = 1_000;
const plant = join(process.cwd(), 'tools/bench/src/event-loop-blocks.cjs');

/** Longest block of the platform surface's event loop while it lists many credentials. */
export async function longList(bench: Bench): Promise<Findings> {
  const databaseUrl = await freshDatabase(bench);
  await addCredentials(databaseUrl, credentials);
  const issuer = await startTokenIssuer({ audience: platformBaseUrl });
  bench.defer(() => issuer.close());
  const file = join(bench.setup.folder, 'longest-block');
  const settings = {
    OIDC_ISSUER: issuer.issuer,
    NODE_OPTIONS: `${nodeOptions} --require=${plant}`,
    BLOCKS_FILE: file,
  };
  const program = await startProduct(bench, 'platform-api/main', { databaseUrl, settings });
  const claims = { org_id: organization, permissions: ['m2m:credentials:read'] };
  const token = issuer.mint({ claims });
  const list = async (): Promise<void> => {
    const body = await callApi('GET', `${program.origin}/iam/m2m-credentials`, { token });
    const listed = (body.credentials as readonly unknown[]).length;
    if (listed !== credentials) throw new Error(`${listed} credentials of ${credentials} are listed`);
  };
  const blockMs = async (): Promise<number> => {
    rmSync(file, { force: true });
    process.kill(program.pid, 'SIGUSR2');
    await until(() => existsSync(file));
    return Number(readFileSync(file, 'utf8'));
  };
  for (let warmUp = 0; warmUp < 5; warmUp++) await list();
  const blocks: number[] = [];
  while (blocks.length < bench.setup.form.rounds) {
    await blockMs();
    await list();
    blocks.push(await blockMs());
  }
  return {
    figures: { block: blocks },
    notes: [`The longest of all ${blocks.length} lists blocked ${Math.max(...blocks).toFixed(1)} ms.`],
  };
}
