// Generated from crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm

/** the room is closed */
export const RoomClosed = 1000

/** the frame is too long */
export const TooBig = 1009

/** the server restarts */
export const Restart = 1012

/** the frame is not of this dialect */
export const BadFrame = 4000

/** the first frame must be a hello, and soon */
export const NoHello = 4001

/** the server speaks another version */
export const Version = 4002

/** there is no such room */
export const NoRoom = 4003

/** the room does not let you in */
export const Forbidden = 4004

/** the connection does not keep up */
export const Slow = 4005

/** a newer connection has the seat */
export const Replaced = 4006

/** no answer to pings */
export const Silent = 4007

/** too much in too short a time */
export const Flood = 4008

/** the cursor is not of this room's history */
export const Cursor = 4009

/** the room's journal is not available */
export const Journal = 4010

/** the server is full */
export const Full = 4011

/** a newer raum has written this room */
export const Newer = 4012
