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
  ['stands still', 'is suspended, or does not change'],
  ['stand still', 'is suspended, or does not change'],
  ['no younger', 'does not refresh'],
]);
/** Code in prose: quoted names, addresses and identifiers. */
const names = [/"nobody"/g, /`[^`]*`/g, /\S+@\S+/g, /\b[a-z]+[A-Z]\w*/g];

const longestSentence = 30;

/** Reports the glossary's terms, and sentences of prose that are too long. */
function checkProse({ sentences }) {
  return (tree, file) => {
    search(tree, [...glossary.keys()], (...[nodes, , , phrase]) => {
      file.message(`"${toString(nodes)}": write ${glossary.get(phrase)}`, { place: nodes[0].position });
    });
    if (!sentences) return;
    visit(tree, 'SentenceNode', (sentence) => {
      // A colon or semicolon ends a part, and so does the full stop before a sentence that begins with code.
      let words = 0;
      let longest = 0;
      visit(sentence, (node) => {
        if (node.type === 'PunctuationNode' && /[.:;]/.test(node.value)) words = 0;
        if (node.type !== 'WordNode') return undefined;
        words += 1;
        longest = Math.max(longest, words);
        return SKIP;
      });
      if (longest > longestSentence)
        file.message(`a sentence of ${longest} words: at most ${longestSentence}`, {
          place: sentence.position,
        });
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
  return kind === 'markdown'
    ? withoutPlaces
    : names.reduce((rest, name) => rest.replaceAll(name, blank), withoutPlaces);
}

/** The source with everything else blanked, so that lines stay where they are. */
function commentsAndStrings(source) {
  const prose = source.split('').map((character) => (character === '\n' ? '\n' : ' '));
  const keep = (from, to) => {
    const text = source.slice(from, to).replaceAll(/^\s*(?:\/\*\*|\/\/|\*)|\*\//gm, blank);
    prose.splice(from, to - from, ...text.split(''));
  };
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const read = (node) => {
    if (isText(node) && node.text.includes(' ')) keep(node.getStart(), node.end);
    if (ts.isToken(node))
      for (const { pos, end } of ts.getLeadingCommentRanges(source, node.pos) ?? []) keep(pos, end);
    for (const child of node.getChildren()) read(child);
  };
  read(file);
  return prose.join('');
}

function isText(node) {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}
