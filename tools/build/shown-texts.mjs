import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Where the texts are that people see, in the order in which they are read. */
const places = {
  'Site: pages': 'apps/public-api/src/site/**/*.hbs',
  'Site: words in code': 'apps/public-api/{src/site,page}/**/*.{ts,js,mjs}',
  'Console: pages': 'apps/platform-api/src/console/**/*.hbs',
  'Console: words in code': 'apps/platform-api/src/console/**/*.{ts,js}',
  'Identity provider: pages': 'apps/identity-provider/src/**/*.hbs',
  'Identity provider: words in code': 'apps/identity-provider/src/**/*.{ts,js}',
  Mails: 'libs/mail/src/**/*.{hbs,ts}',
  Certificate: 'libs/{certificates,certificate-verifier}/{src,page}/**/*.{hbs,html,ts,mjs}',
  'Command line': 'apps/cli/src/**/*.ts',
  'Programs, commands of operators and errors': 'apps/{public-api,platform-api}/src/**/*.ts',
  'Words and errors of the libraries': 'libs/*/src/**/*.{ts,hbs}',
};

const ignored = [
  '**/*.{spec,openapi}.ts',
  '**/generated/**',
  '**/migrations/**',
  'libs/{persistence,postgres,testing}/**',
  // Built from libraries.
  '**/site-rubric.js',
];

/** Every text that people see, by place and file. A file is in its first place only. */
export function shownTexts(root) {
  const seen = new Set();
  return Object.entries(places).map(([place, pattern]) => ({
    place,
    files: globSync(pattern, { cwd: root, exclude: ignored })
      .toSorted()
      .filter((path) => !seen.has(path) && seen.add(path))
      .map((path) => ({ path, texts: textsOf(path, readFileSync(join(root, path), 'utf8')) })),
  }));
}

/** The texts of a template or of a source, one line each, without repetitions. What is filled in is in braces. */
export function textsOf(path, source) {
  const texts = /\.(?:hbs|html)$/.test(path) ? textsOfTemplate(source) : textsOfSource(source);
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(isShown))];
}

function isShown(text) {
  return !/^\S+\.(?:css|js)$/.test(text) && /\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}/g, ''));
}

const inline = /<\/?(?:a|b|bdi|br|code|em|i|kbd|small|span|strong|time|wbr)\b[^>]*>/g;
const attributes = /\b(?:alt|aria-label|content|data-done|placeholder|title)="([^"]*)"/g;

/** Blocks of Handlebars separate texts, as the branches of a condition are read one by one. */
function textsOfTemplate(source) {
  const text = source
    .replaceAll(/\{\{!--.*?--\}\}|\{\{![^}]*\}\}|<(style|script)\b.*?<\/\1>/gs, '')
    .replaceAll(/\{\{\{?[#/>](?:[^}"]|"[^"]*")*\}\}\}?|\{\{else[^}]*\}\}/g, (block) =>
      [' ⁄ ', ...[...block.matchAll(/="([^"]+)"/g)].map(([, value]) => `<p>${value}</p>`)].join(''),
    )
    .replaceAll(/\{\{\{?([^}]*)\}\}\}?/g, '{$1}');
  const named = [...text.matchAll(attributes)].map(([, value]) => value);
  return [
    ...text
      .replaceAll(inline, '')
      .replaceAll(/<[^>]*>/g, '\n')
      .split(/\n\s*\n|\n(?=\s*\S)/),
    ...named,
  ].map((line) => line.replaceAll(/^(?:\s*⁄)+|(?:⁄\s*)+$/g, ''));
}

/** Strings with a space, or with one word that begins with a capital: names and codes are not words. */
function textsOfSource(source) {
  const texts = [];
  const read = (node) => {
    if (ts.isImportDeclaration(node)) return;
    const text = textOf(node);
    if (text === undefined) ts.forEachChild(node, read);
    else if (
      /^\s*[A-Z][a-z]+\s*$|\S\s+\S/.test(text) &&
      !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|<)\b/.test(text)
    )
      texts.push(text);
  };
  read(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return texts;
}

function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(
    ({ expression, literal }) => `{${expression.getText()}}${literal.text}`,
  );
  return node.head.text + spans.join('');
}
