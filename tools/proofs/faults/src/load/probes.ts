import { type Replica } from '@governance/testing';
import { type World } from './world';

function services({ product }: World): readonly Replica[] {
  return [...product.of('public-api/main'), ...product.of('platform-api/main')];
}

/** Whether each service lives: on its port, and on its management port. */
export async function probe(world: World): Promise<void> {
  for (const replica of services(world)) {
    const probed = async (path: string, origin: string): Promise<void> => {
      await world.recorder.ask({
        operation: { kind: 'probe', path },
        replica: { name: replica.name, origin },
        path,
      });
    };
    await probed('/health', replica.origin);
    await probed('/health/live', replica.probes);
  }
}

/** Whether each service is ready, all at once: one that is suspended does not hide the others. */
export async function askReadiness(world: World): Promise<void> {
  await Promise.all(
    services(world).map(({ name, probes }) =>
      world.recorder.ask({
        operation: { kind: 'readiness' },
        replica: { name, origin: probes },
        path: '/health/ready',
      }),
    ),
  );
}
