import { createWorker, runProgram } from '@governance/runtime';
import { BrowserModule } from './browser.module';
import { readBrowserSettings } from './config';

runProgram('public-browser', readBrowserSettings, (settings, logger) =>
  createWorker({ module: BrowserModule.forRoot(settings), logger }),
);
