import { DevToolsRelay, Replica } from '@governance/testing';

/** Of a result, in what the browser is told to lay out. */
const ids = /[0-9a-f]{8}(?=(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;

/** The program `browser`, and the way of its worker to it, which can make it print other ids than it is told. */
export class BrowserApart {
  private constructor(
    readonly program: Replica,
    private readonly relay: DevToolsRelay,
  ) {}

  static async start(file: string, executable: string): Promise<BrowserApart> {
    const program = await Replica.start('public-api/browser', file, { BROWSER_EXECUTABLE: executable });
    return new BrowserApart(program, await DevToolsRelay.start(program.origin.replace('http:', 'ws:')));
  }

  /** Of its worker, instead of a browser on the machine. */
  get settings(): Readonly<Record<string, string>> {
    return { BROWSER_URL: this.relay.url, BROWSER_EXECUTABLE: '' };
  }

  lie(isLying: boolean): void {
    this.relay.alter = isLying ? (message) => message.replace(ids, '00000000') : (message) => message;
  }

  /** The program and its browsers. */
  pids(): readonly number[] {
    return [this.program.pid, ...this.program.children().map(({ pid }) => pid)];
  }

  async close(): Promise<void> {
    this.relay.close();
    await this.program.kill();
  }
}
