import { command, query } from '../../kit/call.ts';
import type { ListRequest } from '../../kit/calls.ts';
import type { ExportType, FileFormat, Task } from './task.ts';

const group = '/v1/task';

/** One entry of an option list. */
export interface NamedId {
  id: number | string;
  name: string;
}

/** What the panel needs before its list: how many tasks are under way, the columns, and whether this person may make one. */
export const taskPanel = query<
  { admin_id?: number },
  { running_count: number; columns: { key: string; name: string }[]; can_create: boolean }
>({ service: 'task', path: `${group}/listView`, access: 'login' });

/** The caller's own tasks, the newest first. `admin_id` is never believed; another's is refused. */
export const taskList = query<
  { admin_id?: number; data_type?: number[]; status?: number[]; page?: number; page_size?: number },
  { list: Task[]; total: number }
>({ service: 'task', path: `${group}/getList`, access: 'login' });

/** The kinds of export (工单类型). */
export const taskTypeList = query<Record<string, never>, NamedId[]>({
  service: 'task',
  path: `${group}/taskType`,
  access: 'login',
});

/** What a task was asked, as pairs of label and words; empty for one that asked nothing (暂无内容). */
export const taskDetail = query<{ task_id: number }, { list: { name: string; value: string }[]; data_type: number }>({
  service: 'task',
  path: `${group}/getDetail`,
  access: 'login',
});

/** The option lists of a form, by the name of the field; `lock_list` are the kinds of stock lock. */
export const taskOptions = query<
  { task_type: ExportType; admin_id?: number },
  { lock_list: NamedId[] } & Record<string, NamedId[]>
>({ service: 'task', path: `${group}/taskView`, access: 'login' });

/** A new export: what every kind carries, and the fields of its payload (specification §3). */
export interface NewTask {
  task_type: ExportType;
  admin_id?: number;
  task_name: string;
  /** CSV by default. */
  format?: FileFormat;
  [field: string]: unknown;
}

export const addTask = command<NewTask, { id: number; serial_no: string }>({
  service: 'task',
  path: `${group}/addTask`,
  access: 'task:add',
});

/** A list as a file: what its person sees of it, in the order they see it. */
export interface NewListTask {
  /** Name of the definition whose list it is. */
  definition: string;
  task_name: string;
  /** CSV by default. */
  format?: FileFormat;
  /** Names of its fields. */
  columns: string[];
  /** Filters, keyword and order, as the list itself is asked. */
  asked: Omit<ListRequest, 'page' | 'page_size' | 'exact' | 'export' | 'fileName'>;
}

/** Who may see the list may have it as a file: its own key is asked within, when it is made and when it is written. */
export const addListTask = command<NewListTask, { id: number; serial_no: string }>({
  service: 'task',
  path: `${group}/addListTask`,
  access: 'login',
});

/** How far tasks are; those of others are left out. The fallback where nothing is pushed. */
export const taskProgress = query<{ task_ids: number[] }, { id: number; status: Task['status']; progress: number }[]>({
  service: 'task',
  path: `${group}/getTaskPercent`,
  access: 'login',
});

/** 1, 2 → −1. What has been written is thrown away within a second. */
export const cancelTask = command<{ task_id: number }, { id: number }>({
  service: 'task',
  path: `${group}/cancelTask`,
  access: 'login',
});

/** 4, −1 → 1: from the beginning, on a fresh snapshot. */
export const retryTask = command<{ task_id: number }, { id: number }>({
  service: 'task',
  path: `${group}/retry`,
  access: 'login',
});

/**
 * A ticket for one download of a task's file, good for 30 s and one try (amendments F). A browser saves a file of any
 * size by opening `/download/<file_path>?ticket=<ticket>`, without holding it in memory and without the token in an address.
 */
export const downloadTicket = query<{ task_id: number }, { ticket: string; file_path: string; file_name: string }>({
  service: 'task',
  path: `${group}/downloadTicket`,
  access: 'login',
});
