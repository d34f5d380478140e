import { type ComposeService, interpolated } from '../compose-file';
import { programOf } from '../compose-program';
import { ancestryOf, lastOf, type Stage } from '../dockerfile-stages';
import { type RoomOptions } from './clean-room';

export interface Ground {
  readonly stages: readonly Stage[];
  readonly variables: Readonly<Record<string, string>>;
  /** A Debian root file system. */
  readonly root: string;
  /** Where stages were built, one folder each. */
  readonly built: string;
  /** The folder of a named volume. */
  readonly volume: (name: string) => string;
}

/** A service of compose.yaml as its image and its settings say. @throws when it is none of ours. */
export function roomOf(service: ComposeService, ground: Ground): RoomOptions {
  const program = programOf(service);
  if (!program) throw new Error(`${service.image ?? ''} is not ours`);
  const { tmpfs = [], build = {} } = service;
  const ancestry = ancestryOf(ground.stages, build.target ?? '');
  const app = `${ground.built}/${program.deployable}-bundle/app`;
  return {
    root: ground.root,
    mounts: [{ source: app, target: '/app', writable: false }, ...volumesOf(service, ground)],
    tmpfs: tmpfs.map((each) => {
      const [target = '', options = ''] = each.split(':');
      return { target, options };
    }),
    user: lastOf(ancestry, 'USER')?.text ?? '',
    workdir: '/app',
    environment: { ...variablesOf(ancestry), ...settingsOf(service, ground) },
    command: commandOf(service, ancestry),
  };
}

function volumesOf({ volumes = [] }: ComposeService, { volume }: Ground): RoomOptions['mounts'] {
  return volumes.map((each) => {
    const [name = '', target = '', mode] = each.split(':');
    return { source: volume(name), target, writable: mode !== 'ro' };
  });
}

function settingsOf({ environment = {} }: ComposeService, { variables }: Ground): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, interpolated(text, variables)]),
  );
}

function commandOf({ command }: ComposeService, ancestry: readonly Stage[]): readonly string[] {
  const [first = [], usual = []] = ['ENTRYPOINT', 'CMD'].map((keyword) => lastOf(ancestry, keyword)?.exec);
  return [...first, ...(command ?? usual)];
}

function variablesOf(ancestry: readonly Stage[]): Record<string, string> {
  const texts = ancestry.flatMap(({ steps }) => steps.filter(({ keyword }) => keyword === 'ENV'));
  return Object.fromEntries(
    texts.flatMap(({ text }) =>
      [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  );
}

/** Our services so that each comes after those for which it waits. */
export function inOrder(services: Readonly<Record<string, ComposeService>>): readonly string[] {
  const order: string[] = [];
  const visit = (name: string): void => {
    if (order.includes(name)) return;
    for (const other of Object.keys(services[name]?.depends_on ?? {})) visit(other);
    order.push(name);
  };
  for (const name of Object.keys(services)) visit(name);
  return order.filter((name) => services[name] !== undefined && programOf(services[name]) !== undefined);
}
