import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { bash } from './bash';

type Texts = Readonly<Record<string, string>>;

/** A step of a workflow or of a composite action. */
export interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Texts;
  readonly with?: Texts;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const actionFolder = join(__dirname, '../../github-action');

/** Actions of GitHub, for which this machine has what they bring. */
const provided = /^actions\/(checkout|setup-node)@/;

/** A job of GitHub Actions: runs steps in bash as the runner does, with the steps of our own action from its file. */
export class WorkflowJob {
  /** What people see. */
  log = '';
  /** Deleted after the job. */
  readonly temporary = mkdtempSync(join(tmpdir(), 'runner-'));
  private readonly masked: string[] = [];
  private readonly paths: string[];
  private variables: Texts = {};

  /** `env` is that of the job. */
  constructor(private readonly env: Texts) {
    this.paths = [env.PATH ?? [dirname(process.execPath), process.env.PATH].join(delimiter)];
    mkdirSync(join(this.temporary, 'home'));
  }

  /** @throws if a step fails, with the log. */
  async run(steps: readonly Step[], contexts: Texts = {}): Promise<void> {
    for (const step of steps) {
      if (step.run !== undefined) await this.runScript(step.run, this.filled(step.env, contexts));
      else if ((step.uses ?? '').includes('/apps/cli/github-action@'))
        await this.runAction(this.filled(step.with, contexts));
      else if (!provided.test(step.uses ?? '')) throw new Error(`unknown step: ${JSON.stringify(step)}`);
    }
  }

  async runAction(given: Texts): Promise<void> {
    const { inputs, runs } = parse(readFileSync(join(actionFolder, 'action.yml'), 'utf8')) as Action;
    const unknown = Object.keys(given).filter((name) => !(name in inputs));
    if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
    const values = Object.entries(inputs).map(([name, input]) => {
      const value = given[name] ?? input.default;
      if (value === undefined) throw new Error(`the input ${name} is missing`);
      return [`inputs.${name}`, value];
    });
    await this.run(runs.steps, Object.fromEntries(values) as Texts);
  }

  close(): void {
    rmSync(this.temporary, { recursive: true });
  }

  /** The expressions of a mapping, replaced by what they stand for. */
  private filled(texts: Texts = {}, contexts: Texts): Texts {
    const entries = Object.entries(texts).map(([name, text]) => {
      const value = text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (expression, path: string) => {
        if (contexts[path] === undefined) throw new Error(`${expression} has no value`);
        return contexts[path];
      });
      return [name, value];
    });
    return Object.fromEntries(entries) as Texts;
  }

  private async runScript(script: string, env: Texts): Promise<void> {
    const [environmentFile, pathFile] = [join(this.temporary, 'env'), join(this.temporary, 'path')];
    for (const file of [environmentFile, pathFile]) writeFileSync(file, '');
    const { code, output } = await bash(script, {
      cwd: join(this.temporary, 'home'),
      env: {
        HOME: join(this.temporary, 'home'),
        RUNNER_TEMP: this.temporary,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: actionFolder,
        GITHUB_ENV: environmentFile,
        GITHUB_PATH: pathFile,
        // Packed files need no registry.
        npm_config_offline: 'true',
        ...this.env,
        ...this.variables,
        ...env,
        PATH: this.paths.join(delimiter),
      },
    });
    this.log += output;
    this.obey();
    if (code !== 0) throw new Error(`a step ended with ${String(code)}: ${this.log}`);
    const lines = readFileSync(environmentFile, 'utf8').split('\n').filter(Boolean);
    const set = lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]);
    this.variables = { ...this.variables, ...(Object.fromEntries(set) as Texts) };
    this.paths.unshift(...readFileSync(pathFile, 'utf8').split('\n').filter(Boolean).toReversed());
  }

  /** From a workflow command `add-mask` on, its value is masked; the command itself is not shown. */
  private obey(): void {
    for (const [, value = ''] of this.log.matchAll(/^::add-mask::(.+)$/gm)) this.masked.push(value);
    this.log = this.log.replaceAll(/^::add-mask::.+\n/gm, '');
    for (const value of this.masked) this.log = this.log.replaceAll(value, '***');
  }
}
