/** One step of an authentication flow: an authenticator, or a flow inside. */
export type WantedStep = WantedAuthenticator | WantedSubflow;

export interface WantedAuthenticator {
  readonly authenticator: string;
  readonly requirement: string;
  readonly config?: Readonly<Record<string, string>>;
}

export interface WantedSubflow {
  /** Its alias, which is unique in the realm. */
  readonly flow: string;
  readonly requirement: string;
  readonly steps: readonly WantedStep[];
}

export interface WantedFlow {
  readonly alias: string;
  readonly steps: readonly WantedStep[];
}

/** A step as Keycloak lists it: each one after its parent, with its depth. */
export interface ListedStep {
  readonly id: string;
  readonly level: number;
  readonly requirement: string;
  readonly displayName?: string;
  readonly providerId?: string;
  readonly authenticationFlow?: boolean;
  /** The id of its configuration. */
  readonly authenticationConfig?: string;
}

/** Steps by their position, such as `2.1`, in words that show every difference that matters. */
export type StepTable = Readonly<Record<string, string>>;

export function wantedSteps(steps: readonly WantedStep[], prefix = ''): StepTable {
  return Object.fromEntries(
    steps.flatMap((step, index) => {
      const place = `${prefix}${index + 1}`;
      if (!('flow' in step)) return [[place, inWords(step.authenticator, step)]];
      return [[place, inWords(step.flow, step)], ...Object.entries(wantedSteps(step.steps, `${place}.`))];
    }),
  );
}

/** The same of the steps that Keycloak lists, with the configuration of each. */
export function listedSteps(
  listed: readonly ListedStep[],
  configs: ReadonlyMap<string, Readonly<Record<string, string>>>,
): StepTable {
  const counts: number[] = [];
  const entries = listed.map((step) => {
    counts.length = step.level + 1;
    counts[step.level] = (counts[step.level] ?? 0) + 1;
    const name = (step.authenticationFlow === true ? step.displayName : step.providerId) ?? '';
    const config = configs.get(step.id);
    return [counts.join('.'), inWords(name, { requirement: step.requirement, ...(config && { config }) })];
  });
  return Object.fromEntries(entries) as StepTable;
}

function inWords(
  name: string,
  { requirement, config = {} }: Pick<WantedAuthenticator, 'requirement' | 'config'>,
): string {
  const settings = Object.entries(config).map(([key, value]) => `${key}=${value}`);
  return [name, requirement, ...settings.toSorted()].join(' ');
}
