import {
  type BuiltProgram,
  Product,
  type ProgramEnd,
  type Replica,
  type Settings,
  type TraceReceiver,
} from '@governance/testing';
import { type RunningIdentityProvider, startIdentityProvider } from '../support/identity-provider';

/** The shipped programs on their own database, with their identity provider. Programs start when a test needs them. */
export interface System {
  readonly identity: RunningIdentityProvider;
  /** With the login of the owner; each program has its own role. */
  readonly databaseUrl: string;
  databaseUrlOf(program: string): Promise<string>;
  /** Runs a program, such as `platform-api/reconcile`, to its end. */
  run(program: string, settings?: Settings, args?: readonly string[]): Promise<ProgramEnd>;
  /** Resolves when the program has started. */
  serve(program: string, settings?: Settings): Promise<Replica>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Every program started here. */
  programs(): readonly BuiltProgram[];
  stop(): Promise<void>;
}

export interface SystemOptions {
  readonly logLevel?: string;
  /** Where all programs send their traces. */
  readonly receiver?: TraceReceiver;
  /** The file of a program, in place of `dist/apps`. */
  readonly fileOf?: (program: string) => string;
}

export async function startSystem({
  logLevel = 'info',
  receiver,
  fileOf,
}: SystemOptions = {}): Promise<System> {
  const traces = receiver && { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
  const extra = (): Settings => ({ LOG_LEVEL: logLevel, ...traces });
  const product = await Product.open({ extra, ...(fileOf && { fileOf }) });
  const { databaseUrl, setup } = product;
  const identity = await startIdentityProvider({ ...setup, databaseUrl, extra });
  return {
    identity,
    databaseUrl,
    databaseUrlOf: async (program) => (await product.settingsOf(program)).DATABASE_URL ?? '',
    run: async (program, settings, args) => (await product.launch(program, args, settings)).ended,
    serve: (program, settings) => product.start(program, settings),
    sql: (text, values) => product.sql(text, values),
    programs: () => product.processes,
    stop: async () => {
      await identity.stop();
      await product.disposeAsync();
    },
  };
}
