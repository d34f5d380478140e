import {
  type CallExpression,
  createSourceFile,
  forEachChild,
  isCallExpression,
  isStringLiteralLike,
  type Node,
  ScriptTarget,
} from 'typescript';

/** The titles of the tests that a file runs, as they stand in its source. What is skipped shows nothing. */
export function testTitles(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node)) {
      const name = calledName(node);
      if (/^x(?:it|describe)$|^(?:it|describe)\.(?:skip|todo)\b/.test(name)) return;
      const [title] = node.arguments;
      if (/^it(?:\.each)?$/.test(name) && title && isStringLiteralLike(title)) titles.push(title.text);
    }
    forEachChild(node, visit);
  };
  visit(createSourceFile('tests.ts', source, ScriptTarget.Latest, true));
  return titles;
}

/** `it` for `it(…)`, `it.each` for `it.each(…)(…)`. */
function calledName({ expression }: CallExpression): string {
  return isCallExpression(expression) ? calledName(expression) : expression.getText();
}
