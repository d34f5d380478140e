import { type Variables } from '@governance/client';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type Proxies, proxiesOf } from './proxies';

/** What the environment decides. Only this file reads it. */
export interface Environment {
  /** Profiles and tokens: by default as the XDG Base Directory Specification has it. */
  readonly configFolder: string;
  /** Drafts of assessments. */
  readonly stateFolder: string;
  readonly profile: string | undefined;
  readonly apiUrl: string | undefined;
  readonly publicUrl: string | undefined;
  /** A token from elsewhere, in place of a sign-in. */
  readonly token: string | undefined;
  /** The client of a trust rule, for `login --workload`. */
  readonly clientId: string | undefined;
  /** Those by which a workload finds its platform. */
  readonly variables: Variables;
  /** Where tokens are kept. */
  readonly tokenStore: string | undefined;
  readonly noColor: boolean;
  /** Those that Node does not use by itself. */
  readonly proxies: Proxies | undefined;
}

const program = 'governance';

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const home = env.HOME ?? homedir();
  return {
    configFolder:
      absolute(env.GOVERNANCE_CONFIG_FOLDER) ??
      join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), program),
    stateFolder: join(absolute(env.XDG_STATE_HOME) ?? join(home, '.local/state'), program),
    profile: given(env.GOVERNANCE_PROFILE),
    apiUrl: given(env.GOVERNANCE_API_URL),
    publicUrl: given(env.GOVERNANCE_PUBLIC_URL),
    token: given(env.GOVERNANCE_TOKEN),
    clientId: given(env.GOVERNANCE_CLIENT_ID),
    variables: env,
    tokenStore: given(env.GOVERNANCE_TOKEN_STORE),
    // https://no-color.org: set and not empty.
    noColor: given(env.NO_COLOR) !== undefined,
    // With this variable, Node uses them by itself.
    proxies: env.NODE_USE_ENV_PROXY === '1' ? undefined : proxiesOf(env),
  };
}

/** The specification ignores relative paths. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
