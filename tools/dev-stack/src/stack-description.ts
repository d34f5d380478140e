import { readFileSync } from 'node:fs';
import { writePrivately } from './stack-files';

/** `.dev/stack.json`: where everything is. It is there exactly while everything answers. */
export interface StackDescription {
  readonly publicUrl: string;
  readonly platformUrl: string;
  readonly issuer: string;
  readonly claimsNamespace: string;
  /** Holds the password. */
  readonly databaseUrl: string;
  readonly mailbox: {
    readonly url: string;
    /** Of the list of messages. */
    readonly api: string;
    readonly smtp: string;
  };
}

export function writeDescription(file: string, description: StackDescription): void {
  writePrivately(file, `${JSON.stringify(description, null, 2)}\n`);
}

/** Undefined when no stack runs. */
export function readDescription(file: string): StackDescription | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StackDescription;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
