import { given, type Inbox, sharedPart } from '@governance/testing';
import { type IdentityApp } from './identity-app';
import { startMailbox, untilNoMailIsQueued } from './mailbox';
import { startPasskeyApp } from './passkey-app';

export interface SharedApp {
  readonly identity: IdentityApp;
  readonly inbox: Inbox;
}

export const consoleCallback = 'https://console.example.org/callback';

const mailingApp = sharedPart(async () => {
  const { inbox, settings } = await startMailbox();
  const redirects = { CONSOLE_REDIRECT_URIS: [consoleCallback] };
  const identity = await startPasskeyApp({ TRUST_PROXY: 1, ...redirects, ...settings });
  const close = async (): Promise<void> => {
    await identity.close();
    await inbox.close();
  };
  return { identity, inbox, close };
});

/** All but the schema and the keys. */
const clear = `DO $$ DECLARE names text; BEGIN
  SELECT string_agg(format('identity.%I', tablename), ', ') INTO names FROM pg_tables
    WHERE schemaname = 'identity' AND tablename NOT IN ('schema_migrations', 'migrations', 'signing_keys');
  EXECUTE 'TRUNCATE ' || names;
END $$`;

/**
 * The provider in this process, at a host name, behind a proxy, with mail and a console, and without rows: for the files that need no
 * settings, clock, keys or outage of their own. They run one after another, and change no part of it.
 */
export async function sharedApp(): Promise<SharedApp> {
  const { identity, inbox } = await mailingApp();
  // What the file before has left.
  await untilNoMailIsQueued(identity);
  await identity.stores.sql(clear);
  inbox.clear();
  return { identity, inbox };
}

/** The same, for the tests of a file. */
export function givenApp(): SharedApp {
  const identity = given(async () => (await sharedApp()).identity);
  const inbox = given(async () => (await mailingApp()).inbox);
  return { identity, inbox };
}
