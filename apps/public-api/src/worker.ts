import { settingsOrExit } from '@governance/config';
import { createHttpApp, publicSurface } from '@governance/http';
import { readWorkerSettings } from './config';
import { WorkerModule } from './worker.module';

async function main(): Promise<void> {
  const settings = settingsOrExit(readWorkerSettings);
  const app = await createHttpApp({ module: WorkerModule.forRoot(settings), surface: publicSurface });
  await app.listen(settings.MANAGEMENT_PORT);
}

void main();
