import { createProgramLog, type ProgramLog } from '@governance/runtime';

/** A recorded log at the lowest level. */
export interface KeptLog {
  readonly logger: ProgramLog;
  text(): string;
}

export function keepLog(): KeptLog {
  let text = '';
  const destination = {
    write: (line: string) => {
      text += line;
    },
  };
  return {
    logger: createProgramLog({ program: 'platform-api', level: 'trace' }, destination),
    text: () => text,
  };
}
