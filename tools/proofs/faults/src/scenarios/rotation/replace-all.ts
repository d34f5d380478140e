import { setTimeout as delay } from 'node:timers/promises';
import { type ReplicatedProduct } from '../../system/replicated-product';

/** Longer than a request takes that was sent before the replica got no more of them. */
const drainMs = 3_000;

/**
 * Restarts every program one by one, as an orchestrator does: a replica gets no more requests before it is stopped. Resolves
 * to the errors that a provider logged which no longer runs.
 */
export async function replaceAll(product: ReplicatedProduct): Promise<readonly string[]> {
  const provider = await product.replaceProvider();
  for (const [program, replicas] of product.replicas) {
    if (program === 'identity-provider/main') continue;
    for (const replica of replicas) {
      product.replicas.set(
        program,
        product.of(program).filter((each) => each !== replica),
      );
      await delay(drainMs);
      await replica.stop();
      await replica.start();
      product.replicas.set(program, [...product.of(program), replica]);
    }
  }
  return provider?.errors() ?? [];
}
