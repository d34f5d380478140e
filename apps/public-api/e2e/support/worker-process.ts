import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { platformBaseUrl, type PublicApp, publicBaseUrl } from './public-app';

const program = join(__dirname, '../../../../dist/apps/public-api/worker.js');

/** The built worker as a process of its own, to be killed at any moment. */
export class WorkerProcess {
  private constructor(private readonly child: ChildProcess) {}

  static start(app: PublicApp, { smtpUrl, port }: { smtpUrl: string; port: number }): WorkerProcess {
    const child = spawn(process.execPath, [program], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        BROWSER_EXECUTABLE: process.env.BROWSER_EXECUTABLE,
        MANAGEMENT_PORT: String(port),
        PUBLIC_BASE_URL: publicBaseUrl,
        PLATFORM_BASE_URL: platformBaseUrl,
        DATABASE_URL: app.databaseUrl,
        KEYRING_FILE: app.keyringFile,
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'certificates@example.org',
      },
    });
    return new WorkerProcess(child);
  }

  /** Ends the process as a crash does: nothing of it runs any more when this resolves. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
