import { settingsOrExit } from '@governance/config';
import { createHttpApp, publicSurface } from '@governance/http';
import { AppModule } from './app.module';
import { readApiSettings } from './config';

async function main(): Promise<void> {
  const settings = settingsOrExit(readApiSettings);
  const app = await createHttpApp({ module: AppModule.forRoot(settings), surface: publicSurface });
  await app.listen(settings.PORT);
}

void main();
