/** Members of views that hold what a person or another system has named, by the last part of their path. */
const names =
  /^\{\{\s*(?:[\w@./]+[./])?(?:name|displayName|description|organization|orgName|client|connection|person|email|who|target)\s*\}\}$/;
const tokens = /<[^<>]*>|\{\{[^{}]*\}\}/g;
/** Elements whose text has no elements. It is a paragraph of its own. */
const plain = /^<(\/?)(?:option|title|textarea|script|style)\b/;

/**
 * The names of an HTML template that are not in `<bdi>`, as `line: expression`. A name of another direction would reorder the words
 * around it.
 */
export function unisolatedNames(template: string): readonly string[] {
  const problems: string[] = [];
  let isPlain = false;
  for (const { 0: token, index } of template.matchAll(tokens)) {
    const closes = plain.exec(token)?.[1];
    if (closes !== undefined) isPlain = closes === '';
    if (isPlain || !names.test(token)) continue;
    const isIsolated =
      template.slice(0, index).endsWith('<bdi>') && template.startsWith('</bdi>', index + token.length);
    if (!isIsolated) problems.push(`${template.slice(0, index).split('\n').length}: ${token}`);
  }
  return problems;
}
