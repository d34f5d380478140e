import { type Command } from 'commander';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { type CommandGroup, examples } from './command-group';

const shells = ['bash', 'zsh', 'fish'] as const;

export const completionCommand: CommandGroup = (program, run) => {
  examples(
    program
      .command('completion')
      .description('print a completion script for bash, zsh or fish')
      .argument('<shell>', 'bash, zsh or fish')
      .action(
        run((app: App, shell: string) => {
          app.terminal.result(script(shell, program));
          return Promise.resolve();
        }),
      ),
    'source <(governance completion bash)',
    'governance completion zsh > "${fpath[1]}/_governance"',
    'governance completion fish > ~/.config/fish/completions/governance.fish',
  );
};

/** @throws CommandError for another shell. */
export function script(shell: string, program: Command): string {
  const words = wordsOf(program);
  switch (shell as (typeof shells)[number]) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return `#compdef governance\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(words);
    default:
      throw new CommandError(`There is no completion for ${shell}: ${shells.join(', ')}`);
  }
}

/** The words that may follow each command path, such as `credentials create`; the empty path is the program. */
function wordsOf(program: Command): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  const add = (command: Command, path: string): void => {
    const names = command.commands.map((child) => child.name());
    const options = [...command.options, ...(command === program ? [] : program.options)];
    words.set(path, [...names, ...options.flatMap(({ long }) => long ?? []), '--help']);
    for (const child of command.commands) add(child, `${path} ${child.name()}`.trim());
  };
  add(program, '');
  return words;
}

function bash(words: ReadonlyMap<string, readonly string[]>): string {
  const cases = [...words].map(([path, next]) => `    '${path}') words='${next.join(' ')}' ;;`);
  return `_governance() {
  local path='' word words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == -* ]] || path="\${path:+$path }$word"
  done
  case $path in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
  # Without a word of ours: a file.
  ((\${#COMPREPLY[@]})) || mapfile -t COMPREPLY < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -F _governance governance
`;
}

function fish(words: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...words].flatMap(([path, next]) => {
    const seen = path.split(' ').filter(Boolean);
    const condition =
      seen.length === 0
        ? '__fish_use_subcommand'
        : seen.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
    return next.map((word) =>
      word.startsWith('--')
        ? `complete -c governance -n '${condition}' -l ${word.slice(2)}`
        : `complete -c governance -n '${condition}' -f -a ${word}`,
    );
  });
  return `${lines.join('\n')}\n`;
}
