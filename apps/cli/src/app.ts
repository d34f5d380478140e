import { isProtected, PlatformClient, PublicClient, staticToken, type TokenSource } from '@governance/client';
import { checkedUrl } from './checked-url';
import { CommandError } from './command-error';
import { type Environment } from './config';
import { csv, type Column, table } from './output/table';
import { type OutputFormat, type Terminal } from './output/terminal';
import { checkedProfileName, ProfileStore } from './profiles/profile-store';
import { signIn, type SignInOptions } from './sign-in';
import { signInWorkload } from './sign-in-workload';
import { FileTokenStore } from './tokens/file-token-store';
import { systemKeyring } from './tokens/keyring';
import { KeyringTokenStore } from './tokens/keyring-token-store';
import { RefreshedTokens } from './tokens/refreshed-tokens';
import { checkedTokenPlace, SelectedTokenStore } from './tokens/selected-token-store';
import { type TokenStore } from './tokens/token-store.port';
import { type WorkloadPlace } from './tokens/stored-tokens';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly apiUrl?: string;
  readonly publicUrl?: string;
  readonly output: OutputFormat;
  readonly browser: boolean;
}

export interface AppOptions {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
  readonly options: GlobalOptions;
}

export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** As JSON; the rows if absent. */
  readonly json?: unknown;
}

/** What the commands use: the surfaces under the selected profile, and the output in the selected format. */
export class App {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly profileName: string;
  readonly profiles: ProfileStore;
  readonly tokenStore: TokenStore;

  constructor(private readonly given: AppOptions) {
    const { environment, options } = given;
    this.terminal = given.terminal;
    this.signal = given.signal;
    this.profileName = checkedProfileName(options.profile ?? environment.profile ?? 'default');
    this.profiles = new ProfileStore(environment.configFolder);
    this.tokenStore = new SelectedTokenStore({
      place: checkedTokenPlace(environment.tokenStore),
      file: new FileTokenStore(environment.configFolder),
      keyring: new KeyringTokenStore(environment.configFolder, systemKeyring),
    });
  }

  get format(): OutputFormat {
    return this.given.options.output;
  }

  get stateFolder(): string {
    return this.given.environment.stateFolder;
  }

  get opensBrowser(): boolean {
    return this.given.options.browser;
  }

  /** The same command at these addresses. */
  at(addresses: Pick<GlobalOptions, 'apiUrl' | 'publicUrl'>): App {
    return new App({ ...this.given, options: { ...this.given.options, ...addresses } });
  }

  /** The platform URL, if one is set. */
  get knownApiUrl(): string | undefined {
    const { options, environment } = this.given;
    return options.apiUrl ?? environment.apiUrl ?? this.profiles.load(this.profileName).apiUrl;
  }

  get apiUrl(): string {
    const apiUrl = neededUrl(this.knownApiUrl, '--api-url', 'GOVERNANCE_API_URL');
    if (isProtected(apiUrl)) return apiUrl;
    throw new CommandError(`--api-url: ${apiUrl} would get tokens without TLS: use https`);
  }

  get publicUrl(): string {
    return neededUrl(this.knownPublicUrl, '--public-url', 'GOVERNANCE_PUBLIC_URL');
  }

  /** The public URL, if one is set. */
  get knownPublicUrl(): string | undefined {
    const { options, environment } = this.given;
    return options.publicUrl ?? environment.publicUrl ?? this.profiles.load(this.profileName).publicUrl;
  }

  /** Those of `GOVERNANCE_TOKEN`, or of the signed-in user or workload. */
  tokens(): TokenSource {
    const { token, configFolder: folder, variables } = this.given.environment;
    const { tokenStore: store, profileName: profile } = this;
    return token === undefined
      ? new RefreshedTokens({ store, profile, apiUrl: this.apiUrl, folder, variables })
      : staticToken(token);
  }

  platform(): PlatformClient {
    const isUser = this.given.environment.token === undefined;
    return new PlatformClient({
      baseUrl: this.apiUrl,
      tokens: this.tokens(),
      ...(isUser && {
        onStepUpRequired: async ({ maxAge }: { readonly maxAge: number }) => {
          this.terminal.note('Your organization asks for a recent second factor. Sign in again:');
          const { organization } = this.profiles.load(this.profileName);
          return this.signIn({ stepUpMaxAge: maxAge, organization });
        },
      }),
    });
  }

  assessments(baseUrl = this.publicUrl): PublicClient {
    return new PublicClient({ baseUrl });
  }

  /** Signs the user in and keeps the tokens. Resolves to the access token. */
  async signIn(more: Pick<SignInOptions, 'stepUpMaxAge' | 'organization'>): Promise<string> {
    const { apiUrl, terminal, signal, opensBrowser: browser } = this;
    const tokens = await signIn({ apiUrl, terminal, signal, browser, ...more });
    await this.tokenStore.save(this.profileName, tokens);
    return tokens.accessToken;
  }

  /** Signs in with the token of this machine's own platform, by a trust rule, and keeps the tokens. */
  async signInWorkload({
    clientId = this.given.environment.clientId,
    ...place
  }: WorkloadPlace & { readonly clientId?: string }): Promise<void> {
    if (clientId === undefined) throw new CommandError('Give --client-id, or set GOVERNANCE_CLIENT_ID');
    const { apiUrl, terminal, signal, tokenStore: store, profileName: profile } = this;
    const { variables } = this.given.environment;
    await signInWorkload({ apiUrl, clientId, variables, terminal, signal, store, profile, ...place });
  }

  /** @throws CommandError if the user has asked for another format. */
  takesOnly(formats: readonly OutputFormat[], reason: string): void {
    if (!formats.includes(this.format)) throw new CommandError(`--output ${this.format}: ${reason}`);
  }

  /** A list in the selected format. */
  list<Row>({ rows, columns, json = rows }: Listing<Row>): void {
    if (this.format === 'json') this.terminal.json(json);
    else if (this.format === 'csv') this.terminal.csv(csv(rows, columns));
    else this.terminal.result(table(rows, columns, this.terminal.width));
  }

  /** A result that the error message tells a person: for JSON and CSV only. */
  showForPrograms(members: Readonly<Record<string, unknown>>): void {
    if (this.format !== 'table') this.show(members);
  }

  /** One thing: its members under one another in a table. */
  show(members: Readonly<Record<string, unknown>>): void {
    if (this.format === 'json') {
      this.terminal.json(members);
      return;
    }
    const rows = Object.entries(members).map(([name, value]) => ({ name, value }));
    const columns: Column<(typeof rows)[number]>[] = [
      { title: 'name', value: ({ name }) => name },
      { title: 'value', value: ({ value }) => memberText(value) },
    ];
    this.list({ rows, columns });
  }
}

function memberText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function neededUrl(url: string | undefined, option: string, variable: string): string {
  if (url === undefined)
    throw new CommandError(`Give ${option}, set ${variable}, or sign in once with \`governance login\``);
  return checkedUrl(url, option);
}
