import { startTokenIssuer } from '@governance/testing';
import { type Bench } from '../bench';
import { freshDatabase } from '../processes/databases';
import { platformBaseUrl, startProduct } from '../processes/product';
import { type Findings } from './row';

/** Seconds from the start of the process until its readiness probe answers 200. Its issuer answers: for one that does not, a start waits. */
export async function start(bench: Bench): Promise<Findings> {
  const databaseUrl = await freshDatabase(bench);
  const issuer = await startTokenIssuer({ audience: platformBaseUrl });
  bench.defer(() => issuer.close());
  const options = { databaseUrl, settings: { OIDC_ISSUER: issuer.issuer } };
  const startOnce = async (): Promise<number> => {
    await using scope = bench.within();
    const began = performance.now();
    await startProduct(scope, 'public-api/main', options);
    return (performance.now() - began) / 1_000;
  };
  await startOnce();
  const seconds: number[] = [];
  while (seconds.length < bench.setup.form.rounds) seconds.push(await startOnce());
  return { figures: { time: seconds } };
}
