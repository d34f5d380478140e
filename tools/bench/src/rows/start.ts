import { type Bench } from '../bench';
import { freshDatabase } from '../processes/databases';
import { startProduct } from '../processes/product';
import { type Findings } from './row';

/** Seconds from the start of the process until its readiness probe answers 200. */
export async function start(bench: Bench): Promise<Findings> {
  const databaseUrl = await freshDatabase(bench);
  const startOnce = async (): Promise<number> => {
    await using scope = bench.within();
    const began = performance.now();
    await startProduct(scope, 'public-api/main', { databaseUrl });
    return (performance.now() - began) / 1_000;
  };
  await startOnce();
  const seconds: number[] = [];
  while (seconds.length < bench.setup.form.rounds) seconds.push(await startOnce());
  return { figures: { time: seconds } };
}
