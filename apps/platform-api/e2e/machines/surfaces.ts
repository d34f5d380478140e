import { type RunningIdentityProvider } from '../support/identity-provider';
import { startSystem } from './system';

/** The shipped programs on their own database: two processes of the platform surface, and one of each other program. */
export interface Surfaces {
  readonly identity: RunningIdentityProvider;
  /** Origins of the platform surface, one per process. */
  readonly platforms: readonly [string, string];
  /** The origin of the public surface. */
  readonly website: string;
  stop(): Promise<void>;
}

export async function startSurfaces(): Promise<Surfaces> {
  const system = await startSystem();
  const start = async (surface: string): Promise<string> => (await system.serve(`${surface}/main`)).origin;
  return {
    identity: system.identity,
    stop: () => system.stop(),
    platforms: [await start('platform-api'), await start('platform-api')],
    website: await start('public-api'),
  };
}
