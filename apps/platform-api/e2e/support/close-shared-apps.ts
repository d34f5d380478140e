import { started } from './shared-app';

/** Jest `setupFilesAfterEnv` */
afterAll(async () => {
  for (const app of started) await app.close();
});
