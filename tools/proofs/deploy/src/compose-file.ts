import { parse } from 'yaml';

/** A service of a compose file, with the members that the rules check; values before variable substitution. */
export interface ComposeService {
  readonly profiles?: readonly string[];
  readonly image?: string;
  readonly build?: { readonly context?: string; readonly dockerfile?: string; readonly target?: string };
  readonly pull_policy?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const variable = /\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g;

export function readCompose(text: string): ComposeFile {
  return parse(text, { merge: true }) as ComposeFile;
}

/** A text after Compose's substitution. A missing required variable stays unchanged. */
export function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(variable, (...match: string[]) => {
    const [whole = '', name = '', operator, rest = ''] = match;
    const value = variables[name];
    if (value !== undefined && (value !== '' || operator?.startsWith(':') !== true)) return value;
    return operator?.endsWith('?') ? whole : rest;
  });
}

/** The required variables: `${NAME:?…}`. */
export function requiredVariables(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(variable)]
      .filter(([, , operator]) => operator?.endsWith('?'))
      .map(([, name = '']) => name),
  );
}
