import { findBrowser, type FoundBrowser } from '@governance/certificates';
import { temporaryFolder, testBrowser } from '@governance/testing';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The browser under a path of its own, which can be taken away without touching the installed one. */
export class RemovableBrowser {
  private constructor(private readonly folder: string) {}

  static async install(): Promise<RemovableBrowser> {
    const browser = new RemovableBrowser(temporaryFolder('faults-browser'));
    writeFileSync(browser.executable, launcherOf(await findBrowser(testBrowser)), { mode: 0o755 });
    return browser;
  }

  /** The setting BROWSER_EXECUTABLE of the workers. */
  get executable(): string {
    return join(this.folder, 'browser');
  }

  takeAway(): void {
    renameSync(this.executable, this.elsewhere);
  }

  putBack(): void {
    renameSync(this.elsewhere, this.executable);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get elsewhere(): string {
    return `${this.executable}.away`;
  }
}

/** A script that becomes the browser: its process is the browser's. */
function launcherOf({ executable, environment }: FoundBrowser): string {
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return ['#!/bin/sh', ...variables, `exec ${quoted(executable)} "$@"`, ''].join('\n');
}
