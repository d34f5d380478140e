/** Settings of the commands for one server, and how to end it. */
export interface RunningKeycloak {
  readonly settings: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export const keycloakVersion: string;

export function checkJava(): void;

export function unpackInto(home: string, env: Readonly<Record<string, string | undefined>>): Promise<void>;

export function startKeycloak(
  env?: Readonly<Record<string, string | undefined>>,
  imported?: { readonly realmFile?: string; readonly variables?: Readonly<Record<string, string>> },
): Promise<RunningKeycloak>;
