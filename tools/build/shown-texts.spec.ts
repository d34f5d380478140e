import { globSync } from 'node:fs';
import { join } from 'node:path';
import { shownTexts, textsOf } from './shown-texts.mjs';

const root = join(__dirname, '../..');

describe('the list of texts that people see', () => {
  it('has the texts and the described attributes of a template, branch by branch', () => {
    const template = `{{#> layout title="Your account" script="x.js"}}
      <p>Signed in as <b>{{email}}</b>.</p>
      {{#if asked}}<p>One way</p>{{else}}<p>Another</p>{{/if}}
      <input class="not this" placeholder="Your name"><style>p { color: red }</style>{{/layout}}`;
    expect(textsOf('page.hbs', template)).toEqual([
      'Your account',
      'Signed in as {email}.',
      'One way',
      'Another',
      'Your name',
    ]);
  });

  it('has the sentences and headings of a source, and no code', () => {
    const source = `import { x } from 'a module of ours';
      const label = 'Members', code = 'not_found', sql = 'SELECT id FROM users';
      throw new Problem('invalid', \`\${name} must be one line\`);`;
    expect(textsOf('source.ts', source)).toEqual(['Members', '{name} must be one line']);
  });

  it('reads every template, and every place has texts', () => {
    const places = shownTexts(root);
    const read = places.flatMap(({ files }) => files.map(({ path }) => path));
    const templates = globSync('{apps,libs}/**/*.{hbs,html}', { cwd: root, exclude: ['**/node_modules/**'] });
    expect(templates.filter((path) => !read.includes(path))).toEqual([]);
    expect(places.filter(({ files }) => files.every(({ texts }) => texts.length === 0))).toEqual([]);
    expect(new Set(read).size).toBe(read.length);
  });
});
