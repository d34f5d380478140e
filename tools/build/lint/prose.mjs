import { search } from 'nlcst-search';
import { toString } from 'nlcst-to-string';
import rehypeParse from 'rehype-parse';
import rehypeRetext from 'rehype-retext';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import ts from 'typescript';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { VFile } from 'vfile';

/** The glossary: a term that is not used, and what is written instead. */
const glossary = new Map([
  ['whoever', 'the actor: client, user, admin, worker, operator'],
  ['nobody', 'the actor, in a positive sentence'],
  ['somebody', 'the actor: client, user, admin, worker, operator'],
  ['anybody', 'the actor: client, user, admin, worker, operator'],
  ['everybody', 'the actor: every client, every user'],
  ['whatever', 'the thing itself'],
  ['whichever', 'the thing itself'],
  ['wherever', 'the place itself'],
  ['any more', 'no longer'],
  ['is to be had', 'what happens'],
  ['as good as', 'what happens'],
  ['does not arise', 'does not apply'],
  ['launch refused', 'not ready to launch'],
  ['postgres', 'PostgreSQL'],
]);
/** Terms that are also names: of a user of the operating system, of a scheme, of a role. */
const names = [/"(?:nobody|postgres)"/g, /`[^`]*`/g, /\bpostgres:\/\//g];

const longestSentence = 40;

/** Reports the glossary's terms, and sentences of prose that are too long. */
function checkProse({ sentences }) {
  return (tree, file) => {
    search(tree, [...glossary.keys()], (nodes, _index, _parent, phrase) => {
      file.message(`"${toString(nodes)}": write ${glossary.get(phrase)}`, { place: nodes[0].position });
    });
    if (!sentences) return;
    visit(tree, 'SentenceNode', (sentence) => {
      let words = 0;
      visit(sentence, 'WordNode', () => {
        words += 1;
        return SKIP;
      });
      if (words > longestSentence)
        file.message(`a sentence of ${words} words: at most ${longestSentence}`, { place: sentence.position });
    });
  };
}

const english = unified().use(retextEnglish);
const processors = {
  markdown: unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRetext, english().use(checkProse, { sentences: true })),
  html: unified()
    .use(rehypeParse, { fragment: true })
    .use(rehypeRetext, english().use(checkProse, { sentences: true })),
  code: english().use(checkProse, { sentences: false }),
};

/**
 * What is wrong with a text, as `path:line: sentence`. `kind` is `markdown`, `html` (also a Handlebars template) or `code`
 * (TypeScript or JavaScript), of which the comments and the strings with spaces are read.
 */
export async function proseProblems({ path, text, kind }) {
  const processor = processors[kind];
  const file = new VFile({ path, value: proseOf(text, kind) });
  await processor.run(processor.parse(file), file);
  return file.messages.map(({ line, reason }) => `${path}:${line ?? 1}: ${reason}`);
}

function proseOf(text, kind) {
  const prose = kind === 'code' ? commentsAndStrings(text) : text;
  const withoutPlaces = kind === 'html' ? prose.replaceAll(/\{\{[^}]*\}+/g, blank) : prose;
  return kind === 'markdown' ? withoutPlaces : names.reduce((rest, name) => rest.replaceAll(name, blank), withoutPlaces);
}

/** The source with everything else blanked, so that lines stay where they are. */
function commentsAndStrings(source) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  let prose = '';
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const text = scanner.getTokenText();
    prose += isProse(token, text) ? text.replaceAll(/^\s*(?:\/\*\*|\/\/|\*)|\*\//gm, blank) : blank(text);
  }
  return prose;
}

function isProse(token, text) {
  if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia) return true;
  const isString = token === ts.SyntaxKind.StringLiteral || token === ts.SyntaxKind.NoSubstitutionTemplateLiteral;
  return isString && text.includes(' ');
}

function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}
