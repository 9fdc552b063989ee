@echo off
rem The command line of an installed Winnow: its own program runs it, without a window.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Winnow.exe" "%~dp0..\app.asar\out\main\cli.js" %*
