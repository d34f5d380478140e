import { Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';

/** One instruction. */
export interface Step {
  readonly keyword: string;
  /** Without its flags; continued lines are joined. */
  readonly text: string;
  /** Of a `COPY` from another stage. */
  readonly copiesFrom: string | undefined;
  /** Of the exec form, `["node", "main.js"]`; undefined for the shell form. */
  readonly exec: readonly string[] | undefined;
}

/** A stage of a Dockerfile. */
export interface Stage {
  readonly name: string;
  /** Another stage, or an external image. */
  readonly from: string;
  readonly steps: readonly Step[];
}

/** The stages of a Dockerfile, with the default values of arguments before the first one. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const parsed = DockerfileParser.parse(dockerfile);
  const defaults = new Map<string, string>();
  for (const arg of parsed.getInitialARGs()) {
    const property = arg.getProperty();
    if (property) defaults.set(property.getName(), property.getValue() ?? '');
  }
  const stages: { name: string; from: string; steps: Step[] }[] = [];
  for (const instruction of parsed.getInstructions()) {
    const step = stepOf(instruction);
    if (step.keyword === 'FROM') {
      const [from = '', , name = ''] = step.text.split(' ');
      stages.push({ name, from: expanded(from, defaults), steps: [] });
    } else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

/** The stage and, before it, its base stages, the lowest first. */
export function ancestryOf(stages: readonly Stage[], name: string): readonly Stage[] {
  const stage = stages.find((candidate) => candidate.name === name);
  return stage ? [...ancestryOf(stages, stage.from), stage] : [];
}

/** The effective instruction of this kind: the last one in the stage or its bases. */
export function lastOf(ancestry: readonly Stage[], keyword: string): Step | undefined {
  return ancestry.flatMap(({ steps }) => steps).findLast((step) => step.keyword === keyword);
}

function stepOf(instruction: Instruction): Step {
  const keyword = instruction.getKeyword();
  const text = (instruction.getArgumentsContent() ?? '').replaceAll(/\s+/g, ' ');
  const copiesFrom = instruction instanceof Copy ? instruction.getFromFlag()?.getValue() : undefined;
  return { keyword, text, copiesFrom: copiesFrom ?? undefined, exec: execOf(text.replace(/^CMD /, '')) };
}

function execOf(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text) as string[];
  } catch {
    // As in Docker, text that is not JSON is the shell form.
    return undefined;
  }
}

function expanded(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
}
