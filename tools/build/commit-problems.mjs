const longest = 72;
const types = ['feat', 'fix', 'perf', 'refactor', 'docs', 'test', 'build', 'ci', 'style', 'chore', 'revert'];
const conventional = new RegExp(
  String.raw`^(?:${types.join('|')})(?:\([a-z0-9-]+(?:, ?[a-z0-9-]+)*\))?!?: \S`,
);

/** One line per subject that is no Conventional Commit, or longer than 72 characters. */
export function commitProblems(subjects) {
  return subjects.flatMap((subject) => [
    ...(conventional.test(subject) ? [] : [`no Conventional Commit: ${subject}`]),
    ...(subject.length <= longest ? [] : [`${subject.length} characters, at most ${longest}: ${subject}`]),
  ]);
}
