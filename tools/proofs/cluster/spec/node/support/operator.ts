import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, kubectlFile, manifests, workspace } from '../../real/kubectl';

/** An operator with a folder, in which the documented commands run as printed. */
export class Operator {
  readonly folder: string;

  constructor(place: string) {
    this.folder = join(place, 'operator');
    mkdirSync(join(this.folder, 'programs'), { recursive: true });
    symlinkSync(kubectlFile, join(this.folder, 'programs/kubectl'));
    cpSync(manifests, join(this.folder, 'docker/kubernetes'), { recursive: true });
  }

  /** docs/deployment.md, Customizing: copies the example, and replaces its values and relative paths. */
  copyExample(values: readonly (readonly [from: string | RegExp, to: string])[]): void {
    const overlay = join(this.folder, 'overlay');
    cpSync(join(manifests, 'example'), overlay, { recursive: true });
    for (const name of readdirSync(overlay)) {
      const file = join(overlay, name, 'kustomization.yaml');
      let text = readFileSync(file, 'utf8').replaceAll('../../', '../../docker/kubernetes/');
      for (const [from, to] of values) text = text.replaceAll(from, to);
      writeFileSync(file, text);
    }
  }

  /** A component of the overlay `services`. */
  addComponent(name: string, content: object): void {
    const overlay = join(this.folder, 'overlay');
    mkdirSync(join(overlay, name));
    const kind = { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component' };
    writeFileSync(join(overlay, name, 'kustomization.yaml'), JSON.stringify({ ...kind, ...content }));
    const services = join(overlay, 'services/kustomization.yaml');
    const text = readFileSync(services, 'utf8').replace(/^components:$/m, `components:\n  - ../${name}`);
    writeFileSync(services, text);
  }

  /** Sets the tag of every image in the overlay. */
  setTag(version: string): void {
    const file = join(this.folder, 'overlay/site/kustomization.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/newTag: .*/g, `newTag: ${version}`));
  }

  /** Runs commands in a shell, until one fails. */
  async run(script: string, input = ''): Promise<Ended> {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: this.folder,
      env: { ...process.env, PATH: `${join(this.folder, 'programs')}:${process.env.PATH ?? ''}` },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => (stdout += String(text)));
    child.stderr.on('data', (text) => (stderr += String(text)));
    // A command may end without reading its input.
    child.stdin.on('error', () => undefined).end(input);
    return new Promise((resolve) =>
      child.once('close', (code) => {
        resolve({ code, stdout, stderr });
      }),
    );
  }

  /** The output of commands that succeed. */
  async done(script: string, input?: string): Promise<string> {
    const { code, stdout, stderr } = await this.run(script, input);
    if (code !== 0) throw new Error(`${script}\nended with ${String(code)}:\n${stdout}${stderr}`);
    return stdout;
  }

  async read<Found>(what: string): Promise<Found> {
    return JSON.parse(await this.done(`kubectl -n governance get ${what} -o json`)) as Found;
  }

  async create(object: object): Promise<void> {
    await this.done('kubectl apply -f -', JSON.stringify(object));
  }
}

const page = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');

/** The command block of docs/deployment.md that has this text. */
export function documented(text: string): string {
  const found = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
  const [block, ...others] = found.filter((each) => each.includes(text));
  if (block === undefined || others.length > 0) throw new Error(`${text} is not in one block of the page`);
  return block;
}

/** The commands of docs/deployment.md, First steps, that create an organization. */
export const documentedSteps = {
  create: documented('org create').trim(),
  policy: /`(run platform-worker org policy org_acme --[^`]+)`/.exec(page)?.[1] ?? '',
};

/** The commands of a release after those of the first time: the migration, and the rollout. */
export const documentedRelease = ((): { readonly migration: string; readonly rollout: string } => {
  const [, ...commands] = documented('kubectl replace --force -k overlay/migration').split(/^(?=kubectl)/m);
  const first = commands.findIndex((command) => command.includes('apply -k overlay/services'));
  return { migration: commands.slice(0, first).join(''), rollout: commands.slice(first).join('') };
})();
