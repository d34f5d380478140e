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
          app.takesOnly(['table'], 'this command prints a script');
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
      return zsh(words);
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

/** For bash 3.2 and later, which macOS has. */
function bash(words: ReadonlyMap<string, readonly string[]>): string {
  return `_governance() {
  local typed='' candidates='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == -* ]] || typed="\${typed:+$typed }$word"
  done
${candidates(words)}
  # Without a word of ours: a file.
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
    compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}" || compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"
  )
}
complete -F _governance governance
`;
}

/** As a file of `fpath`, or sourced. */
function zsh(words: ReadonlyMap<string, readonly string[]>): string {
  return `#compdef governance
_governance() {
  local typed='' candidates='' word
  for word in \${words[2,CURRENT-1]}; do
    [[ $word == -* ]] || typed="\${typed:+$typed }$word"
  done
${candidates(words)}
  compadd -- \${=candidates} || _files
}
if [ "$funcstack[1]" = _governance ]; then _governance "$@"; else compdef _governance governance; fi
`;
}

/** Sets `candidates` to what may follow the words in `typed`. */
function candidates(words: ReadonlyMap<string, readonly string[]>): string {
  const cases = [...words].map(([path, next]) => `    '${path}') candidates='${next.join(' ')}' ;;`);
  return `  case $typed in\n${cases.join('\n')}\n  esac`;
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
