import { type Inbox, sharedPart, startInbox } from '@governance/testing';
import { startSystem, type System } from './system';

/** The shipped programs on their own database: two processes of the platform surface, and one of each other program. */
export interface Surfaces {
  readonly system: System;
  readonly identity: System['identity'];
  /** Origins of the platform surface, one per process. */
  readonly platforms: readonly [string, string];
  /** The origin of the public surface. */
  readonly website: string;
  /** Receives the mails of the platform worker. */
  readonly inbox: Inbox;
}

/** Those that the files of a run share: each has its own organization and users, and ends the programs that it starts. */
export const sharedSurfaces = sharedPart(startSurfaces);

async function startSurfaces(): Promise<Surfaces & { close(): Promise<void> }> {
  const inbox = await startInbox();
  const system = await startSystem();
  const start = async (surface: string): Promise<string> => (await system.serve(`${surface}/main`)).origin;
  await system.serve('platform-api/worker', { SMTP_URL: inbox.smtpUrl });
  return {
    system,
    identity: system.identity,
    platforms: [await start('platform-api'), await start('platform-api')],
    website: await start('public-api'),
    inbox,
    close: async () => {
      await system.stop();
      await inbox.close();
    },
  };
}
