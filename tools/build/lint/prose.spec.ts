import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface Sample {
  readonly kind: 'markdown' | 'html' | 'code';
  readonly text: string;
}

/** In a process of its own: the parsers are ES modules, which Jest would load once for every test file. */
function problemsOf({ kind, text }: Sample): string[] {
  const script = `
    const { proseProblems } = await import(process.argv[1]);
    console.log(JSON.stringify(await proseProblems(JSON.parse(process.argv[2]))));`;
  const sample = JSON.stringify({ path: 'planted', kind, text });
  const args = ['--input-type=module', '--eval', script, join(__dirname, 'prose.mjs'), sample];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
}

const long = `${Array.from({ length: 31 }, () => 'word').join(' ')}.`;

describe('the check of prose', () => {
  it.each<Sample>([
    { kind: 'markdown', text: '# Title\n\nThe token is for whoever has it.' },
    { kind: 'markdown', text: `# Title\n\n${long}` },
    { kind: 'html', text: '<p>{{name}}</p>\n<p class="x">Nobody checks\n the answers.</p>' },
    { kind: 'code', text: "const a = 1;\nconst text = 'Somebody entered it';" },
    { kind: 'code', text: 'const a = 1;\n/** Not any more. */\nconst b = 2;' },
  ])('refuses a planted problem in $kind (%#)', (sample) => {
    expect(problemsOf(sample)).toEqual([expect.stringMatching(/^planted:[23]: /)]);
  });

  it.each<Sample>([
    { kind: 'markdown', text: 'The client has `nobody` in its name.' },
    { kind: 'html', text: '<p title="{{whoever}}">{{#if nobody}}The client{{/if}}</p>' },
    { kind: 'code', text: 'const nobody = \'nobody\';\n// The user "nobody".\n' },
    { kind: 'code', text: `// ${long}` },
  ])('accepts names and code in $kind (%#)', (sample) => {
    expect(problemsOf(sample)).toEqual([]);
  });
});
