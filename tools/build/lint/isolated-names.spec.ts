import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unisolatedNames } from './isolated-names';

const workspace = join(__dirname, '../../..');

describe('names in the pages of console and provider, and in mails', () => {
  it('are isolated from the text around them § V1.3.3', () => {
    const templates = globSync(
      '{apps/{platform-api,identity-provider}/src/**/templates,libs/mail/src/templates}/*.html.hbs',
      { cwd: workspace },
    );
    expect(templates.length).toBeGreaterThan(80);
    const problems = templates.flatMap((path) =>
      unisolatedNames(readFileSync(join(workspace, path), 'utf8')).map((problem) => `${path}:${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it.each([
    ['<p>\n<b>{{credential.name}}</b></p>', '2: {{credential.name}}'],
    ['{{#if name}}{{ name }}{{/if}}', '1: {{ name }}'],
    ['<bdi>{{name}}:</bdi>', '1: {{name}}'],
    ['<option>a</option>{{email}}', '1: {{email}}'],
  ])('are found in %j', (template, problem) => {
    expect(unisolatedNames(template)).toEqual([problem]);
  });

  it.each([
    '<p><bdi>{{name}}</bdi></p>',
    '<input value="{{name}}">',
    '<title>{{name}}</title>',
    '<option{{#if isChosen}} selected{{/if}}>{{name}}</option>',
    '{{#each name}}{{value}}{{/each}}',
  ])('may be written as %j', (template) => {
    expect(unisolatedNames(template)).toEqual([]);
  });
});
