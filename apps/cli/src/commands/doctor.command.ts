import { type PlatformTypes, PublicClient, resourceMetadata } from '@governance/client';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { explain } from '../explain';
import { type CommandGroup } from './command-group';

type Health = PlatformTypes['schemas']['Health'];

interface Check {
  readonly name: string;
  /** Resolves to what was found. */
  readonly find: () => Promise<string>;
}

/** A token is not accepted if the clocks differ more. */
const tolerableSeconds = 10;

export const doctorCommand: CommandGroup = (program, run) => {
  program
    .command('doctor')
    .description('check the address, the identity provider, the clock, the session and its permissions')
    .action(run((app: App) => doctor(app)));
};

async function doctor(app: App): Promise<void> {
  const findings = [];
  for (const { name, find } of checksOf(app)) {
    const finding = await find().then(
      (found) => ({ check: name, ok: true, found }),
      (error: unknown) => ({ check: name, ok: false, found: explain(error).message }),
    );
    findings.push(finding);
  }
  app.list({
    rows: findings,
    columns: [
      { title: 'check', value: ({ check }) => check },
      { title: 'result', value: ({ ok }) => (ok ? 'ok' : 'failed') },
      { title: 'found', value: ({ found }) => found },
    ],
  });
  const failed = findings.filter(({ ok }) => !ok).map(({ check }) => check);
  if (failed.length > 0) throw new CommandError(`failed: ${failed.join(', ')}`, exitCode.negative);
}

function checksOf(app: App): readonly Check[] {
  const { signal } = app;
  return [
    {
      name: 'service',
      find: async () => {
        const { status, environment } = await health(app);
        return `${app.apiUrl}: ${status}, ${environment}`;
      },
    },
    {
      name: 'identity provider',
      find: async () => (await resourceMetadata({ apiUrl: app.apiUrl, fetch, signal })).issuer,
    },
    { name: 'clock', find: () => clock(app) },
    {
      name: 'session',
      find: async () => (await app.platform().get('/self/me', { signal })).sub,
    },
    {
      name: 'permissions',
      find: async () => {
        const { permissions } = await app.platform().get('/self/me', { signal });
        if (permissions.length === 0) throw new CommandError('the session has no permissions');
        return permissions.join(' ');
      },
    },
  ];
}

/** Without a session, and without repeating the call: the user learns at once why the service cannot be reached. */
async function health({ apiUrl, signal }: App): Promise<Health & { readonly date: string | null }> {
  let date: string | null = null;
  const noted: typeof fetch = async (...call) => {
    const response = await fetch(...call);
    date = response.headers.get('date');
    return response;
  };
  const service = new PublicClient({ baseUrl: apiUrl, fetch: noted, retry: { retries: 0 } });
  const body = (await service.get('/health', { signal })) as Health;
  return { ...body, date };
}

async function clock(app: App): Promise<string> {
  const date = Date.parse((await health(app)).date ?? '');
  if (Number.isNaN(date)) return 'the service does not tell its time';
  const seconds = Math.round((Date.now() - date) / 1_000);
  if (Math.abs(seconds) > tolerableSeconds)
    throw new CommandError(`this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`);
  return `differs by ${Math.abs(seconds)} s`;
}
