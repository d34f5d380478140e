import { createWorker, runProgram } from '@governance/runtime';
import { readWorkerSettings } from './config';
import { WorkerModule } from './worker.module';

runProgram('platform-worker', readWorkerSettings, (settings, logger) =>
  createWorker({ module: WorkerModule.forRoot(settings), logger }),
);
