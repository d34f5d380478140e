import { type Replica } from '@governance/testing';
import { type World } from './world';

function services({ product }: World): readonly Replica[] {
  return [...product.of('public-api/main'), ...product.of('platform-api/main')];
}

/** Whether each service lives: on its port, and on its management port. */
export async function probe(world: World): Promise<void> {
  for (const { name, origin, probes } of services(world)) {
    await world.ask({ kind: 'probe', path: '/health' }, '/health', { replica: { name, origin } });
    const live = { name, origin: probes };
    await world.ask({ kind: 'probe', path: '/health/live' }, '/health/live', { replica: live });
  }
}

/** Whether each service is ready, all at once: one that is suspended does not hide the others. */
export async function askReadiness(world: World): Promise<void> {
  await Promise.all(
    services(world).map(({ name, probes }) =>
      world.ask({ kind: 'readiness' }, '/health/ready', { replica: { name, origin: probes } }),
    ),
  );
}
