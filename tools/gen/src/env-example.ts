import { type SettingsSchema } from '@governance/config';
import * as z from 'zod';

type Programs = Readonly<Record<string, SettingsSchema>>;

/** A setting as one program reads it. */
interface Use {
  readonly program: string;
  readonly description: string;
  /** The format of its value. */
  readonly expected: string;
  readonly example: string | undefined;
  /** Its default, if it is optional. */
  readonly fallback: string | undefined;
  readonly required: boolean;
}

/** The example of a required setting, from its `.meta({ example })`. */
export function exampleOf(field: z.ZodType): string | undefined {
  const { example } = field.meta() ?? {};
  return typeof example === 'string' ? example : undefined;
}

/** `.env.example` of an app: every setting of its programs once, with description, format and default. */
export function envExample(programs: Programs): string {
  const names = new Set(Object.values(programs).flatMap((schema) => Object.keys(schema)));
  const settings = [...names].toSorted().map((name) => linesOf(name, usesOf(name, programs), programs));
  const top = '# The settings of this app. What is commented out has a default or may be absent.';
  return `${[top, ...settings].join('\n\n')}\n`;
}

function usesOf(name: string, programs: Programs): Use[] {
  return Object.entries(programs).flatMap(([program, schema]) => {
    const field = schema[name];
    return field ? [useOf(name, field, program)] : [];
  });
}

function useOf(name: string, field: z.ZodType, program: string): Use {
  const description = field.meta()?.description;
  if (description === undefined) throw new Error(`the setting ${name} has no description`);
  const withDefault = field instanceof z.ZodDefault;
  const required = !withDefault && !(field instanceof z.ZodOptional);
  const inner = required ? field : (field.unwrap() as z.ZodType);
  const [issue] = inner.safeParse(undefined).error?.issues ?? [];
  return {
    program,
    description,
    expected: (issue?.message ?? '').replace('is missing: ', ''),
    example: exampleOf(field),
    fallback: withDefault ? String(field.def.defaultValue) : undefined,
    required,
  };
}

function linesOf(name: string, uses: readonly Use[], programs: Programs): string {
  const [use] = uses;
  if (!use) return '';
  const { description, expected, example = '', fallback = '' } = use;
  const everywhere = uses.length === Object.keys(programs).length;
  const fallbacks = new Set(uses.map((each) => each.fallback));
  return [
    `# ${description.replace(/^./, (letter) => letter.toUpperCase())}.`,
    `# Must be ${expected}.`,
    ...(everywhere ? [] : [`# Read by ${uses.map(({ program }) => program).join(', ')} only.`]),
    ...(fallbacks.size > 1
      ? [`# By default ${uses.map((each) => `${each.fallback ?? 'absent'} (${each.program})`).join(', ')}.`]
      : []),
    uses.some(({ required }) => required) ? `${name}=${example}` : `#${name}=${fallback}`,
  ].join('\n');
}
