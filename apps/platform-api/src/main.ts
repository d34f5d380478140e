import { settingsOrExit } from '@governance/config';
import { createHttpApp, platformSurface } from '@governance/http';
import { AppModule } from './app.module';
import { readApiSettings } from './config';

async function main(): Promise<void> {
  const settings = settingsOrExit(readApiSettings);
  const app = await createHttpApp({ module: AppModule.forRoot(settings), surface: platformSurface });
  await app.listen(settings.PORT);
}

void main();
